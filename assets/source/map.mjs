// node map.mjs OUT.svg
// The invented city of the page backgrounds: a warped grid of blocks and parks up to a coast line.
import { writeFileSync } from 'node:fs';

const [out] = process.argv.slice(2);
if (!out) throw new Error('node map.mjs OUT.svg');

const WIDTH = 1600;
const HEIGHT = 1000;
let seed = 7;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;

function warp(x, y) {
  const [u, v] = [x / WIDTH, y / HEIGHT];
  const px = x + Math.sin(v * 3.1 + 0.4) * 46 + Math.sin(u * 5 + v * 2) * 22 - WIDTH / 2;
  const py = y + Math.cos(u * 3.4 + 0.8) * 52 + Math.sin(v * 6 + u) * 14 - HEIGHT / 2;
  const [cos, sin] = [Math.cos(-0.16), Math.sin(-0.16)];
  return [WIDTH / 2 + px * cos - py * sin, HEIGHT / 2 + px * sin + py * cos];
}

const coastY = (x) => HEIGHT * 0.8 + Math.sin(x / 190) * 46 + Math.sin(x / 61) * 14 - x * 0.1;

function cuts(from, to, least, spread) {
  const all = [from];
  while (all.at(-1) < to) all.push(all.at(-1) + least + random() * spread);
  return all;
}

function quad(left, top, right, bottom) {
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ].map(([x, y]) => warp(x, y));
  const isAtSea = corners.some(([x, y]) => y > coastY(x));
  const isOutside = corners.every(([x, y]) => x < -20 || x > WIDTH + 60 || y < -150 || y > HEIGHT + 20);
  if (isAtSea || isOutside) return '';
  return `M${corners.map((corner) => corner.map(Math.round).join(' ')).join('L')}Z`;
}

const xs = cuts(-220, WIDTH + 220, 46, 44);
const ys = cuts(-260, HEIGHT + 260, 40, 42);
let blocks = '';
let parks = '';
for (let i = 0; i + 1 < xs.length; i += 1) {
  for (let j = 0; j + 1 < ys.length; j += 1) {
    const left = xs[i] + (i % 5 === 0 ? 8 : 3.2);
    const top = ys[j] + (j % 4 === 0 ? 8 : 3.2);
    const right = xs[i + 1] - 3.2;
    const bottom = ys[j + 1] - 3.2;
    const kind = random();
    if (kind < 0.06) parks += quad(left, top, right, bottom);
    else if (kind < 0.38) {
      const middle = left + (right - left) * (0.35 + random() * 0.3);
      blocks += quad(left, top, middle - 1, bottom) + quad(middle + 1, top, right, bottom);
    } else if (kind < 0.6) {
      const middle = top + (bottom - top) * (0.35 + random() * 0.3);
      blocks += quad(left, top, right, middle - 1) + quad(left, middle + 1, right, bottom);
    } else blocks += quad(left, top, right, bottom);
  }
}
const coast = [];
for (let x = -20; x <= WIDTH + 20; x += 10) coast.push(`${x} ${Math.round(coastY(x))}`);

writeFileSync(
  out,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">` +
    `<path d="${blocks}" fill="#8fb4bd" fill-opacity=".10"/><path d="${parks}" fill="#2fc4b2" fill-opacity=".14"/>` +
    `<path d="M${coast.join('L')}" fill="none" stroke="#8fb4bd" stroke-opacity=".35" stroke-width="2"/></svg>`,
);
