/* Shows what the server pushes: it is your turn. Nothing is cached here, and no request goes through. */
'use strict';

self.addEventListener('push', (event) => {
  const { text, place } = event.data.json();
  event.waitUntil(
    self.registration.showNotification('Tongiaki', {
      body: text,
      icon: '/favicon.svg',
      tag: place,
      data: place,
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data, self.location.origin);
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      const page = pages.find(({ url }) => new URL(url).pathname === address.pathname);
      return page ? page.focus() : self.clients.openWindow(address.href);
    }),
  );
});
