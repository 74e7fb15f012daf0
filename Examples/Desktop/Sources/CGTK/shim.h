#pragma once
#include <glib-unix.h>
#include <gtk/gtk.h>
#include <unistd.h>

// libdispatch exports these two for run loops other than its own, and declares them in a private header. On Linux the
// handle is an eventfd, which is readable while the main queue has work.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

// A list model that stores only the number of rows. Swift knows their contents.
typedef struct {
  GObject parent;
  guint count;
} RowModel;
