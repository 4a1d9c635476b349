import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawLink } from '#/server/domain/pictures/drawLink.ts';

const art = await readFile('assets/cases/diplomat.hero.webp');
const draw = (name: string) =>
  drawLink({
    art,
    rim: undefined,
    color: '#ff9a2e',
    kicker: 'Case',
    name,
    marks: ['#a3acb2', '#fb4e37'],
    rank: '30 prizes',
    facts: 'Random contents.',
  });

test('S25 C14 a long word of a name is not broken while a smaller size holds it', async () => {
  const [wrapped, lines] = [await draw('Дипломатическая почта'), await draw('Дипломатическая\nпочта')];
  expect(wrapped.equals(lines)).toBe(true);
});

test('S25 C14 whatever the name, the picture has its size', async () => {
  for (const name of ['x', '&<b>"', 'Ы'.repeat(60), 'One '.repeat(15).trim()]) {
    const { format, width, height } = await sharp(await draw(name)).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
  }
});
