/** React DOM as a module of its own, so that it can be run separately before the rest (entry.ts). */
export { createRoot, hydrateRoot } from 'react-dom/client';
