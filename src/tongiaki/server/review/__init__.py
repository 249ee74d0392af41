"""Games looked back on: asked for over HTTP, found in a process of its own, remembered."""
