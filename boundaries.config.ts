/** Who may import whom, with a sentence for whoever breaks a rule; checked by tests/architecture.test.ts. */
const rule = (name: string, comment: string, from: object, to: object) => ({
  name,
  comment,
  severity: 'error' as const,
  from,
  to,
});
const oneDoor = (library: string, door: string) =>
  rule(
    `one-door: ${library}`,
    'A library with side effects has one home.',
    { path: '^src', pathNot: door },
    {
      path: `^node_modules/(${library})/`,
    },
  );
// a scene of the playground shows a part as its area has it
const composers = '^src/client/(App|cabinet/CabinetPage|playground/\\w+Scene)[.]tsx$';

export default {
  forbidden: [
    rule('no-cycles', 'Two files in a cycle are one file.', {}, { circular: true }),
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
      'areas-are-strangers',
      'Only the composers put areas together.',
      { path: '^src/(client|server)/([^/]+)/', pathNot: composers },
      { path: '^src/$1/[^/]+/', pathNot: '^src/$1/($2|ui|stage|db|ports)/' },
    ),
    rule(
      'ui-is-generic',
      'A button does not know what it buys.',
      { path: '^src/client/ui/' },
      {
        path: '^src/',
        pathNot: '^src/client/(ui/|tuning[.])',
      },
    ),
    rule(
      'stage-is-generic',
      'A scene gets props and reports events.',
      { path: '^src/client/stage/' },
      {
        path: '^src/',
        pathNot: '^src/(client/stage/|client/tuning[.]|contract/)',
      },
    ),
    rule(
      'stage-has-one-door',
      'Pixi stays out of the first download.',
      { path: '^src/client/', pathNot: '^src/client/(stage/|playground/|tuning[.]ts$)' },
      { path: '^src/client/stage/', pathNot: '^src/client/stage/index[.]ts$' },
    ),
    rule(
      'scene-ts-is-pure',
      'In a scene folder .ts computes and .tsx draws.',
      { path: '^src/client/stage/[^/]+/.*[.]ts$' },
      { path: '^node_modules/|[.]tsx$' },
    ),
    rule(
      'playground-is-for-developers',
      'Only App.tsx reaches it.',
      { path: '^src', pathNot: '^src/client/(playground/|App[.]tsx$)' },
      { path: '^src/client/playground/' },
    ),
    rule(
      'no-tests-in-src',
      'Move the shared part into src or tests/support.',
      { path: '^src' },
      { path: '^tests/' },
    ),
    oneDoor('axios', '^src/client/api[.]ts$'),
    oneDoor('howler', '^src/client/sound[.]ts$'),
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
