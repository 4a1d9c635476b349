import { existsSync, readFileSync } from 'node:fs';

/** Scripts and styles that a page needs before it can be used, as the build has compressed them. Pictures have their own test. */
const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));

/** Small files are served as they are. */
const asServed = (path) => (existsSync(`${path}.br`) ? `${path}.br` : path);

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
    for (const needed of [file, ...css]) files.add(asServed(`${folder}/${needed}`));
  }
  return [...files];
}

const page = (name, limit, modules, ...texts) => ({
  name,
  limit,
  brotli: false,
  path: filesIn(manifest, 'dist/client', [
    'index.html',
    'src/client/app/main.tsx',
    ...['common', ...texts].map((name) => `locales/ru/${name}.json`),
    ...[modules].flat().map((module) => `src/client/${module}.tsx`),
  ]),
});

const operatorManifest = JSON.parse(readFileSync('dist/operator/.vite/manifest.json', 'utf8'));
/** The operators' program with one of its pages. */
const operatorPage = (name, limit, module, ...texts) => ({
  name: `operator ${name}`,
  limit,
  brotli: false,
  path: filesIn(operatorManifest, 'dist/operator', [
    'operator.html',
    ...['operator', 'operatorErrors', 'operatorFormal', 'common', 'errors', ...texts].map(
      (name) => `locales/ru/${name}.json`,
    ),
    `src/operator/${module}.tsx`,
  ]),
});

// about 1.5 kB above what the page weighs: room for a sentence or a style, none for another library
export default [
  {
    // what the document runs at once; it must bring along nothing that it is to fetch later, such as React
    name: 'entry',
    limit: '8.5 kB',
    brotli: false,
    path: filesIn(manifest, 'dist/client', ['index.html']),
  },
  page('landing', '213 kB', 'areas/landing/LandingPage', 'landing', 'cases'),
  page('auth', '264 kB', 'areas/auth/AuthPage', 'auth', 'errors'),
  page('donate', '277 kB', 'areas/shop/DonatePage', 'shop', 'errors'),
  page('checkout', '283 kB', 'areas/shop/checkout/CheckoutPage', 'shop', 'errors'),
  page(
    'cabinet',
    '363.5 kB',
    ['areas/cabinet/CabinetPage', 'areas/cabinet/CabinetTabs'],
    'cabinet',
    'cases',
    'shop',
    'game',
    'errors',
  ),
  page(
    'case',
    '251 kB',
    ['areas/cabinet/CabinetPage', 'areas/cases/opening/CasePage'],
    'cabinet',
    'cases',
    'errors',
  ),
  // what opens first; pages with forms may need more
  operatorPage('dashboard', '275.5 kB', 'figures/DashboardPage', 'operatorDashboard'),
  operatorPage('charts', '371 kB', 'figures/charts/Charts', 'operatorDashboard'),
  operatorPage('staff', '287 kB', 'people/StaffPage', 'operatorPeople'),
  operatorPage('discounts', '297 kB', 'discounts/DiscountsPage', 'operatorDiscounts'),
  operatorPage('draft', '313 kB', 'catalogue/DraftPage', 'operatorCatalogue'),
  operatorPage('mails', '288 kB', 'mails/MailsPage', 'operatorMails'),
  operatorPage('payouts', '282 kB', 'payouts/PayoutsPage', 'operatorPayouts'),
  operatorPage('fairness', '273 kB', 'site/FairnessPage', 'operatorFairness', 'operatorBooks'),
];
