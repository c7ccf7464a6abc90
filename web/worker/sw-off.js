// Served as /sw.js where the host does not want a service worker: it replaces the one before it, forgets what that kept, and ends.
self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(forget());
});

async function forget() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("ludoteca-")).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
