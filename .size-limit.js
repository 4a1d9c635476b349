import { readFileSync } from 'node:fs';

/** Scripts and styles that a page needs before it can be used, compressed as they travel. Pictures have their own test. */
const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));

function filesOf(...entries) {
  const keys = new Set();
  const visit = (key) => {
    if (keys.has(key)) return;
    keys.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  const files = new Set();
  for (const key of keys) {
    const { file, css = [] } = manifest[key];
    for (const needed of [file, ...css]) files.add(`dist/client/${needed}`);
  }
  return [...files];
}

const page = (name, limit, ...entries) => ({
  name,
  limit,
  path: filesOf('index.html', 'src/client/texts/ru.ts', ...entries),
});

export default [
  page('landing', '225 kB', 'src/client/landing/LandingPage.tsx'),
  page('auth', '280 kB', 'src/client/auth/AuthPage.tsx'),
  page('donate', '310 kB', 'src/client/shop/DonatePage.tsx'),
  page('checkout', '265 kB', 'src/client/shop/CheckoutPage.tsx'),
  page('cabinet', '325 kB', 'src/client/cabinet/CabinetPage.tsx'),
];
