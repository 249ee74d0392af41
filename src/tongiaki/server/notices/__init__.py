"""Your turn, told outside the page: to browsers by Web Push, to anything else by a webhook."""
