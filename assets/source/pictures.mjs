// Every delivered picture: the commands that render its masters, and the call that encodes them.
// A command is a list of words; `{out}` is the folder of the masters, `{here}` this folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Needs sharp, which only making needs. */
const encoder = () => import('./encode.mjs');

const names = JSON.parse(readFileSync(join(import.meta.dirname, 'names.json'), 'utf8'));
/** How far a case is open in each of its 24 frames: it starts slowly, swings, and settles. */
const OPENING =
  '0 .012 .036 .09 .185 .26 .331 .40 .467 .53 .590 .645 .697 .745 .787 .825 .859 .888 .915 .938 .956 .972 .983 1.0';
const WITH_FRAMES = new Set(['night-heist', 'vip-lounge']);
const blender = (script, ...words) => ['blender', '-b', '-P', `{here}/blender/${script}`, '--', ...words];

const thing = (folder) => (name) => ({
  name: `${folder}/${name}`,
  masters: [`${folder}/${name}.png`],
  commands: [blender('shot.py', name, `{out}/${folder}/${name}.png`, '560', '64')],
  encode: async (renders, assets) =>
    (await encoder()).encodeThing(join(renders, folder, `${name}.png`), join(assets, folder, name)),
});

const caseOf = (name) => {
  const shot = (state, px, samples, ...at) =>
    blender('case_shot.py', name, `{out}/cases/${name}.${state}.png`, px, samples, ...at);
  const hasFrames = WITH_FRAMES.has(name);
  return {
    name: `cases/${name}`,
    masters: ['closed', 'open', ...(hasFrames ? ['f00', 'f23'] : [])].map(
      (state) => `cases/${name}.${state}.png`,
    ),
    commands: [
      shot('closed', '900', '32', '0'),
      shot('open', '900', '32', '1'),
      ...(hasFrames ? [shot('f%02d', '400', '18', ...OPENING.split(' '))] : []),
    ],
    encode: async (renders, assets) =>
      (await encoder()).encodeCase(join(renders, 'cases'), name, join(assets, 'cases', name)),
  };
};


/** A scene that fills its place. Of a street, sky, fog and colours are laid on after it is rendered. */
const scene = ({ name, script, view, px, samples, parts = ['plate'], grade, quality, layers, of, part }) => {
  const at = of ?? name.split('/')[1];
  return {
    name,
    masters: [`${at}/${at}.png`],
    commands: [
      ...parts.map((part) => blender(script, `{out}/${at}`, ...px, samples, part, view)),
      ...(grade ? [['env', ...grade, ...blender('grade.py', `{out}/${at}`, at)]] : []),
    ],
    encode: async (renders, assets) => {
      const { encodeLayers, encodeScene } = await encoder();
      const master = join(renders, at, `${at}.png`);
      await encodeScene(master, join(assets, name), undefined, quality, part);
      if (layers) await encodeLayers(master, join(assets, layers));
    },
    makes: layers ? [name, layers] : [name],
  };
};
const street = {
  script: 'city.py',
  parts: ['plate', 'car'],
  samples: '80',
};
const behindWords = { quality: { avif: 50, webp: 70 } };

/** What is not rendered: a script of its own, or a hand. */
const by = (names, ...commands) => ({ name: names[0], makes: names, commands });
const node = (script, ...words) => ['node', `{here}/${script}`, ...words];
const SHARED = ['share-ru', 'share-uk', 'share-en'].map((name) => `brand/${name}`);
const ICONS = ['favicon', 'apple-touch-icon', 'icon-192', 'icon-512', 'icon-maskable-512'];
const PAYMENTS = 'card card_and_more link other advcash perfect_money bitcoin ethereum litecoin tether binance_coin';

/** @type {{ name: string, makes?: string[], masters?: string[], commands: string[][], encode?: Function }[]} */
export const pictures = [
  ...Object.keys(names.items).map(thing('items')),
  ...Object.keys(names.products).map(thing('products')),
  ...Object.keys(names.referral).map(thing('referral')),
  ...Object.keys(names.cases).map(caseOf),
  {
    name: 'cases/closed',
    masters: ['cases/closed.png'],
    commands: [blender('case_shot.py', 'night-heist', '{out}/cases/closed.png', '480', '24', '0', '--dark')],
    encode: async (renders, assets) =>
      (await encoder()).encodeClosedCase(join(renders, 'cases/closed.png'), join(assets, 'cases/closed')),
  },
  scene({
    ...street,
    name: 'landing/street-wide',
    view: 'wide',
    px: ['1920', '1080'],
    grade: ['HZ=.50', 'SUNX=.62'],
    quality: { avif: 50, webp: 76 },
    layers: 'stage/street-wide',
  }),
  scene({
    ...street,
    name: 'landing/street-tall',
    view: 'tall',
    px: ['780', '1200'],
    samples: '40',
    grade: ['HZ=.63', 'SUNX=.47'],
    quality: { avif: 48, webp: 72 },
    layers: 'stage/street-tall',
  }),
  // a part of the same picture, nearer to the car
  scene({
    ...street,
    name: 'scenes/drive',
    of: 'street-wide',
    view: 'wide',
    px: ['1920', '1080'],
    grade: ['HZ=.50', 'SUNX=.62'],
    quality: { avif: 50, webp: 74 },
    part: { left: 640, top: 320, width: 1280, height: 720 },
  }),
  ...[
    { name: 'patrol', grade: ['NIGHT=1', 'HZ=.52', 'SUNX=.5', 'FOG=120'] },
    { name: 'docks', grade: ['HZ=.52', 'SUNX=.34', 'FOG=320'] },
    { name: 'villa', grade: ['HZ=.52', 'SUNX=.3', 'FOG=320'] },
  ].map(({ name, grade }) =>
    scene({
      name: `scenes/${name}`,
      script: `${name}.py`,
      view: 'wide',
      px: ['1280', '720'],
      samples: '44',
      grade,
      quality: { avif: 50, webp: 72 },
    }),
  ),
  ...['wide', 'tall'].flatMap((view) => {
    const px = view === 'wide' ? ['1280', '720'] : ['624', '960'];
    const grade = ['NIGHT=1', view === 'wide' ? 'HZ=.52' : 'HZ=.585', 'SUNX=.5', 'FOG=120'];
    return [
      scene({ ...behindWords, name: `scenes/entrance-${view}`, script: 'entrance.py', view, px, samples: '32' }),
      scene({ ...behindWords, name: `scenes/roadblock-${view}`, script: 'roadblock.py', view, px, samples: '20', grade }),
    ];
  }),
  {
    name: 'cabinet/vault',
    masters: ['vault.png'],
    commands: [blender('vault.py', '{out}/vault.png', '1600', '640', '64')],
    encode: async (renders, assets) =>
      (await encoder()).encodeScene(join(renders, 'vault.png'), join(assets, 'cabinet/vault'), [1600, 800], {
        avif: 50,
        webp: 76,
      }),
    makes: ['cabinet/vault-1600', 'cabinet/vault-800'],
  },
  {
    name: 'brand/coin',
    masters: ['items/coin.png'],
    commands: [blender('shot.py', 'coin', '{out}/items/coin.png', '560', '64')],
    encode: async (renders, assets) =>
      (await encoder()).encodeSmall(join(renders, 'items/coin.png'), join(assets, 'brand/coin')),
  },
  by(SHARED, node('share.mjs')),
  by(
    ICONS.map((name) => `brand/${name}`),
    node('icons.mjs'),
  ),
  by(
    PAYMENTS.split(' ').map((name) => `payments/${name}`),
    ['python3', '{here}/payments.py'],
  ),
  by(['landing/map'], node('map.mjs', '{here}/../landing/map.svg')),
  by(['stage/noise'], node('noise.mjs', '{here}/../stage/noise.png')),
  // a case without a picture, and the site as README.md shows it: drawn by hand, and a screenshot
  by(['brand/unknown']),
  by(['brand/site'], ['npm', 'run', 'shots']),
];
