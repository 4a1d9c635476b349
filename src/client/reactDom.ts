/** React's way into the document, as a module of our own: so it can be run by itself before the rest (entry.ts). */
export { createRoot, hydrateRoot } from 'react-dom/client';
