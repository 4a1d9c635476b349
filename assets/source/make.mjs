// node make.mjs NAME ...          says by which commands the pictures of these names are made
// node make.mjs --make NAME ...   renders the masters that are missing, and encodes
// NAME is a file in assets without its ending, or a folder of it; without names: all. env: RENDERS, the folder of the
// masters; NPM, a node_modules folder with the fonts (README.md).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pictures } from './pictures.mjs';

const wanted = process.argv.slice(2).filter((word) => word !== '--make');
const isMaking = process.argv.includes('--make');
const renders = resolve(process.env.RENDERS ?? 'renders');
const assets = join(import.meta.dirname, '..');

const isWanted = ({ name, makes = [name] }) =>
  wanted.length === 0 ||
  makes.some((made) => wanted.some((word) => made === word || made.startsWith(`${word}/`)));
const chosen = pictures.filter(isWanted);
if (chosen.length === 0) throw new Error(`no picture is called ${wanted.join(' or ')}`);

const words = (command) =>
  command.map((word) => word.replace('{out}', renders).replace('{here}', import.meta.dirname));

function run(command) {
  const [program, ...rest] = words(command);
  // a script that draws into the masters expects their folder
  for (const word of rest.filter((one) => one.startsWith(renders)))
    mkdirSync(word.endsWith('.png') ? dirname(word) : word, { recursive: true });
  execFileSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
}

for (const { name, makes = [name], masters = [], commands, encode } of chosen) {
  if (!isMaking) {
    console.log(makes.join(' '));
    for (const command of commands) console.log(`  ${words(command).join(' ')}`);
    continue;
  }
  const hasMasters = masters.length > 0 && masters.every((master) => existsSync(join(renders, master)));
  if (!hasMasters) for (const command of commands) run(command);
  await encode?.(renders, assets);
}
