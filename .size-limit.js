import { readFileSync } from 'node:fs';

/** Scripts and styles that a page needs before it can be used, compressed as they travel. Pictures have their own test. */
const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));

function filesIn(built, folder, entries) {
  const keys = new Set();
  const visit = (key) => {
    if (keys.has(key)) return;
    keys.add(key);
    for (const imported of built[key].imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  const files = new Set();
  for (const key of keys) {
    const { file, css = [] } = built[key];
    for (const needed of [file, ...css]) files.add(`${folder}/${needed}`);
  }
  return [...files];
}

const page = (name, limit, module, ...texts) => ({
  name,
  limit,
  path: filesIn(manifest, 'dist/client', [
    'index.html',
    'src/client/app/main.tsx',
    ...['common', ...texts].map((name) => `locales/ru/${name}.json`),
    `src/client/${module}.tsx`,
  ]),
});

const operatorManifest = JSON.parse(readFileSync('dist/operator/.vite/manifest.json', 'utf8'));
/** The operators' program with one of its pages. */
const operatorPage = (name, limit, module, ...texts) => ({
  name: `operator ${name}`,
  limit,
  path: filesIn(operatorManifest, 'dist/operator', [
    'operator.html',
    ...['operator', 'operatorErrors', 'common', 'errors', ...texts].map((name) => `locales/ru/${name}.json`),
    `src/operator/${module}.tsx`,
  ]),
});

export default [
  page('landing', '202.2 kB', 'areas/landing/LandingPage', 'landing', 'cases'),
  page('auth', '254 kB', 'areas/auth/AuthPage', 'auth', 'errors'),
  page('donate', '260.2 kB', 'areas/shop/DonatePage', 'shop', 'errors'),
  page('checkout', '274.4 kB', 'areas/shop/checkout/CheckoutPage', 'shop', 'errors'),
  page('cabinet', '358.3 kB', 'areas/cabinet/CabinetPage', 'cabinet', 'cases', 'shop', 'game', 'errors'),
  // what opens first; pages with forms may need more
  operatorPage('dashboard', '267 kB', 'figures/DashboardPage', 'operatorDashboard'),
  operatorPage('charts', '380 kB', 'figures/charts/Charts', 'operatorDashboard'),
  operatorPage('staff', '277.8 kB', 'people/StaffPage', 'operatorPeople'),
  operatorPage('discounts', '285.8 kB', 'discounts/DiscountsPage', 'operatorDiscounts'),
  operatorPage('draft', '302 kB', 'catalogue/DraftPage', 'operatorCatalogue'),
  operatorPage('mails', '276.6 kB', 'mails/MailsPage', 'operatorMails'),
  operatorPage('payouts', '271 kB', 'payouts/PayoutsPage', 'operatorPayouts'),
  operatorPage('fairness', '266 kB', 'site/FairnessPage', 'operatorFairness', 'operatorBooks'),
];
