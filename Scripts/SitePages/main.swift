// The pages of the site that are not in a catalog. `front` writes a catalog of the README and the pages that it leads to;
// `finish` mends what docc has written: links across modules, the search, the learning path in the sidebar. It adds every
// article, chapter of the tutorial and case study as Markdown, a list of them as llms.txt, and the pages in Scripts/Site.

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("front", 2): try writeFront(to: arguments[2])
case ("finish", 3):
  let (site, basePath) = (arguments[2], arguments[3])
  try removeDeadParents(of: site)
  try linkTutorial(of: site)
  try linkAcrossModules(of: site)
  try writeSearchIndex(of: site)
  try addLearningPath(to: site)
  try addHeader(to: site, basePath: basePath)
  try writePlain(to: site)
  try writeOwnPages(to: site, basePath: basePath)
  try publishCaseStudies(to: site, basePath: basePath)
default: throw Failure(description: "usage: SitePages front CATALOG | finish SITE BASE-PATH")
}
