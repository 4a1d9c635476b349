import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from '#/server/platform/config/projectRoot.ts';
import { Citizen } from './citizen.ts';

let folder: string;
let game: Citizen;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-rp-fivem-'));
  game = await start();
});
afterEach(() => {
  game.close();
  rmSync(folder, { recursive: true });
});

const start = (clockOffS = 0) =>
  Citizen.start({ kvpFile: join(folder, 'kvp'), convars: {}, http: () => {}, clockOffS });

/** Runs Lua in the resource. @returns what it prints */
function lua(text: string): unknown[] {
  const from = game.lines.length;
  game.run('onerp', 'test', text);
  return game.lines.slice(from).map((line) => JSON.parse(line) as unknown);
}
const quoted = (text: string) => `[==[\n${text}]==]`;

describe('D8 the FiveM adapter signs as the protocol says', () => {
  test.each(['', 'abc', 'п'.repeat(27), 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'я'.repeat(5000)])(
    'the hash of a text, case %#',
    (text) => {
      const key = text.slice(0, 70);
      const [hash, hmac] = lua(
        `local text = ${quoted(text)}; print(json.encode(OneRP.sha256.hash(text)))
        print(json.encode(OneRP.sha256.hmac(${quoted(key)}, text)))`,
      );
      expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
      expect(hmac).toBe(createHmac('sha256', key).update(text).digest('hex'));
    },
  );

  test('its examples', () => {
    const text = readFileSync(join(projectRoot, 'src/games/PROTOCOL.md'), 'utf8');
    const vector = (name: string) =>
      [...text.matchAll(new RegExp(`^${name} +(\\S.*)$`, 'gm'))].map(([, value]) => value!);
    const secret = /The secret is `(.+)`/.exec(text)![1]!;
    const [ofRequest, ofAnswer] = vector('sign') as [string, string];
    const [body, answer] = [vector('body')[0]!, vector('answer')[0]!];
    const { instance, seq } = JSON.parse(body) as { instance: string; seq: number };
    const isSigned = (fields: string, number = seq) =>
      lua(`print(tostring(OneRP.sign.isSigned('${secret}', '${instance}', ${number}, { ${fields} })))`)[0];
    expect(
      lua(`print(json.encode(OneRP.sign.request('${secret}', '${vector('path')[0]}', ${quoted(body)})))`),
    ).toEqual([ofRequest]);
    const right = `sign = '${ofAnswer}', body = ${quoted(answer)}`;
    expect(isSigned(right)).toBe(true);
    expect(isSigned(right, seq + 1)).toBe(false);
    for (const wrong of ['', `sign = 'ff', body = ''`, right.replace('now', 'won')])
      expect(isSigned(wrong)).toBe(false);
  });

  test('an id is 16 bytes in base64url, and each is another', () => {
    const ids = lua(`for n = 1, 20 do print(json.encode(OneRP.sign.randomId('salt'))) end`);
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });
});

describe('D21 the ledger of the FiveM adapter', () => {
  const open = `local ledger = OneRP.openLedger()
    local function show(no) local entry = ledger.get(no); print(json.encode(entry and entry.state or '-')) end `;

  test('keeps what was written, its id and its count over restarts', async () => {
    const [id] = lua(
      `${open} ledger.write(1, { state = 'started' }); ledger.write(1, { state = 'done', fact = 'v|premium', version = 3 })
      ledger.write(2, { state = 'refused' }); print(json.encode(ledger.id))`,
    );
    for (let starts = 0; starts < 3; starts++) {
      game.close();
      game = await start();
    }
    expect(
      lua(
        `${open} print(json.encode(ledger.id)); print(ledger.head()); show(1); show(2); show(3)
        print(ledger.versionOf('v|premium')); print(ledger.versionOf('w|premium'))`,
      ),
    ).toEqual([id, 3, 'done', 'refused', '-', 3, 0]);
  });

  test('forgets what is settled and old, and counts it still', async () => {
    lua(
      `${open} local old = os.time() - 31 * 24 * 60 * 60
      ledger.write(1, { state = 'done', at = old }); ledger.write(2, { state = 'done' })
      ledger.write(3, { state = 'done', at = old }); ledger.settle(2)`,
    );
    game.close();
    game = await start();
    expect(lua(`${open} show(1); show(2); show(3); print(ledger.head())`)).toEqual(['-', 'done', 'done', 3]);
  });

  test('is another one when the store was emptied', async () => {
    const [id] = lua(`${open} print(json.encode(ledger.id))`);
    game.close();
    rmSync(join(folder, 'kvp'));
    game = await start();
    expect(lua(`${open} print(json.encode(ledger.id))`)).not.toEqual([id]);
  });
});

describe('D21 what the FiveM adapter says of players', () => {
  test('is text as the site takes it', () => {
    const [name] = lua(
      `print(json.encode(OneRP.presence.clean('Іван\\0 \\xff\\xe2\\x80\\xae{ok} \\u{378}\\u{ad}!' .. string.rep('x', 99), 30)))`,
    );
    expect(name).toBe(`Іван    {ok}   !${'x'.repeat(14)}`);
    expect(name).toHaveLength(30);
  });

  test('fits into requests, and comes again when a poll failed', () => {
    const [first, left, again, parts] = lua(
      `local presence = OneRP.presence.create()
      for n = 1, 500 do presence.join({ player = 'license2:' .. n, name = string.rep('n', 60) }, n) end
      local changes = presence.takeChanges(); print(#changes.joined)
      presence.leave('license2:1'); presence.leave('nobody'); presence.putBack(changes)
      local total, left = 0, 0
      while presence.hasChanges() do
        local more = presence.takeChanges(); total = total + #more.joined; left = left + #more.left
        if #json.encode(more) > 20000 then error('too large') end
      end
      print(left); print(total)
      local all = presence.roster(); local sum = 0
      for _, part in ipairs(all) do sum = sum + #part end
      print(sum)`,
    );
    expect(first).toBeGreaterThan(50);
    expect([left, again, parts]).toEqual([1, 499, 499]);
  });
});
