import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LuaFactory } from 'wasmoon';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';

const GAMES = join(projectRoot, 'src/games');
const FILES = readdirSync(GAMES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.lua'),
);

/**
 * Returns the syntax error that Lua 5.4 reports for a file. The file is compiled but not run, as with `luac5.4 -p`.
 */
async function compile(name: string, text: string): Promise<string> {
  const lua = await new LuaFactory().createEngine();
  lua.global.set('name', name);
  lua.global.set('text', text);
  const problem = lua.doStringSync(
    `local _, problem = load(text, '@' .. name, 't'); return problem or ''`,
  ) as string;
  lua.global.close();
  return problem;
}

test.each(FILES)('D21 %s compiles with Lua 5.4, as `luac5.4 -p` checks it', async (file) => {
  expect(await compile(file, readFileSync(join(GAMES, file), 'utf8'))).toBe('');
});

test('D21 a file that does not compile is named with its line', async () => {
  expect(await compile('a.lua', 'local a = 1\na += 1')).toContain('a.lua:2:');
});
