/** Who may import whom, with a sentence for whoever breaks a rule; checked by tests/tree/architecture.test.ts. */

/**
 * Every room of the source, from the ground up. A module imports from its own room and from rooms above it in this
 * list, so neither two files nor two folders can need each other.
 */
export const ROOMS: readonly string[] = [
  'contract',
  'contract/calls',
  'contract/operator',

  'server/ports',
  'server/platform/config',
  'server/platform/db/tables',
  'server/platform/db',
  'server/platform/kernel',
  'server/platform/markup',
  'server/platform/mail',
  'server/platform/pages',
  'server/domain/accounts',
  'server/platform/http',
  'server/adapters/captcha',
  'server/adapters/gameServers',
  'server/adapters/mail',
  'server/adapters/payments',
  'server/domain/catalogue',
  'server/domain/seed',
  'server/domain/deliveries',
  'server/domain/gameServers',
  'server/domain/ledger',
  'server/domain/fairness',
  'server/domain/referral',
  'server/domain/pricing',
  'server/domain/orders',
  'server/domain/payments',
  'server/domain/books',
  'server/domain/operators',
  'server/areas/game',
  'server/areas/landing',
  'server/areas/auth',
  'server/areas/cases',
  'server/areas/shop',
  'server/areas/cabinet/export',
  'server/areas/cabinet',
  'server/areas/operator/calls',
  'server/areas/operator/people',
  'server/areas/operator/orders',
  'server/areas/operator',
  'server/demo',
  'server/jobs',
  'server/operator',
  'server',

  'client/platform/theme',
  'client/ui/display',
  'client/ui/inputs',
  'client/ui/surfaces',
  'client/ui/navigation',
  'client/ui/feedback',
  'client/platform/api',
  'client/platform/i18n',
  'client/platform/forms',
  'client/platform/media',
  'client/platform/hydration',
  'client/platform/navigation',
  'client/stage/host',
  'client/stage/roulette/spin',
  'client/stage/roulette',
  'client/stage/hero',
  'client/stage/panels',
  'client/stage',
  'client/domain/queries',
  'client/domain/forms',
  'client/domain/prizes',
  'client/domain/game',
  'client/areas/landing/state',
  'client/areas/landing',
  'client/areas/auth',
  'client/areas/cases/state',
  'client/areas/cases/results',
  'client/areas/cases/series',
  'client/areas/cases/opening',
  'client/areas/cases/inventory',
  'client/areas/shop/payment',
  'client/areas/shop/cart',
  'client/areas/shop/coins',
  'client/areas/shop/goods',
  'client/areas/shop/checkout',
  'client/areas/shop/orders',
  'client/areas/shop',
  'client/areas/cabinet/game',
  'client/areas/cabinet/profile',
  'client/areas/cabinet/referral',
  'client/areas/cabinet/settings',
  'client/areas/cabinet',
  'client/areas/fairness/verification',
  'client/areas/fairness',
  'client/areas/legal',
  'client/areas/playground/state',
  'client/areas/playground/kit',
  'client/areas/playground/scenes',
  'client/areas/playground',
  'client/app/layout',
  'client/app',
];

const rule = (name: string, comment: string, from: object, to: object) => ({
  name,
  comment,
  severity: 'error' as const,
  from,
  to,
});

/** The modules of a room itself, without those of rooms inside it. */
const inRoom = (room: string) => `^src/${room}/[^/]+$`;

const floors = ROOMS.slice(0, -1).map((room, at) =>
  rule(
    `floor: ${room}`,
    'A room imports only rooms that stand before it in ROOMS. Pass the thing in, or move it down.',
    { path: inRoom(room) },
    { path: ROOMS.slice(at + 1).map(inRoom) },
  ),
);

const oneDoor = (library: string, door: string) =>
  rule(
    `one-door: ${library}`,
    'A library with side effects has one home.',
    { path: '^src', pathNot: door },
    { path: `^node_modules/(${library})/` },
  );

// a scene of the playground shows a part as its area has it
const composers = '^src/client/areas/(cabinet/CabinetPage|playground/.*)[.]tsx?$';

export default {
  forbidden: [
    rule('no-cycles', 'Two files in a cycle are one file.', {}, { circular: true }),
    ...floors,
    rule(
      'contract-is-a-leaf',
      'Both sides import it, so it imports nobody; the fair draw needs its hash function.',
      { path: '^src/contract/', pathNot: '^src/contract/fair[.]ts$' },
      { pathNot: '^(src/contract|node_modules/zod)/' },
    ),
    rule(
      'fair-draw-is-pure',
      'Both sides must compute the same.',
      { path: '^src/contract/fair[.]ts$' },
      { pathNot: '^(src/contract|node_modules/@noble/hashes)/' },
    ),
    rule(
      'sides-meet-in-contract',
      'Browser and server share nothing else.',
      { path: '^src/(client|server)/' },
      { path: '^src/', pathNot: '^src/($1|contract)/' },
    ),
    rule(
      'adapters-stand-alone',
      'An adapter runs inside a game, without the site and its packages.',
      { path: '^src/games/' },
      { path: '^(src|node_modules)/', pathNot: '^src/games/' },
    ),
    rule(
      'areas-are-strangers',
      'Only the composers put areas together; what two areas share belongs into domain.',
      { path: '^src/(client|server)/areas/([^/]+)/', pathNot: composers },
      { path: '^src/$1/areas/', pathNot: '^src/$1/areas/$2/' },
    ),
    rule(
      'ui-is-generic',
      'A button does not know what it buys.',
      { path: '^src/client/ui/' },
      { path: '^src/', pathNot: '^src/client/(ui/|platform/theme/)' },
    ),
    rule(
      'stage-is-generic',
      'A scene gets props and reports events.',
      { path: '^src/client/stage/' },
      {
        path: '^src/',
        pathNot: '^src/(client/stage/|client/platform/theme/|client/platform/media/tickPlan[.]ts$|contract/)',
      },
    ),
    rule(
      'stage-has-one-door',
      'Pixi stays out of the first download.',
      { path: '^src/client/', pathNot: '^src/client/(stage/|areas/playground/|platform/theme/)' },
      { path: '^src/client/stage/', pathNot: '^src/client/stage/index[.]ts$' },
    ),
    rule(
      'scene-ts-is-pure',
      'In a scene folder .ts computes and .tsx draws.',
      { path: '^src/client/stage/(?!host/)[^/]+/.*[.]ts$' },
      { path: '^node_modules/|[.]tsx$' },
    ),
    rule(
      'playground-is-for-developers',
      'Only App.tsx reaches it.',
      { path: '^src', pathNot: '^src/client/(areas/playground/|app/App[.]tsx$)' },
      { path: '^src/client/areas/playground/' },
    ),
    rule(
      'no-tests-in-src',
      'Move the shared part into src or tests/support.',
      { path: '^src' },
      { path: '^tests/' },
    ),
    oneDoor('axios', '^src/client/platform/api/api[.]ts$'),
    oneDoor('howler', '^src/client/platform/media/sound[.]ts$'),
    oneDoor('pixi[.]js|@pixi|gsap', '^src/client/stage/'),
    oneDoor('drizzle-orm|pg', '^src/server/'),
    rule('no-unresolved', 'It must exist.', {}, { couldNotResolve: true }),
  ],
  options: {
    parser: 'swc' as const,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.](css|json|webp|avif|svg|webm|mp3|woff2)($|[?])' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.d.ts'],
    },
  },
};
