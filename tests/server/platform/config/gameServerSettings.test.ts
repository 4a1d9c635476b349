import { expect, test } from 'vitest';
import { readConfig } from '#/server/platform/config/config.ts';
import { gameServerSources } from '#/server/platform/config/gameServerSettings.ts';

const KEY = 'k3y-of-everest==';

test('N5 each game server gets the source it is given, the others none', () => {
  const text = ` everest=heartbeat:${KEY}  harbor=fivem:http://1.2.3.4:30120/\n mesa=ragemp:play.example.org:22005`;
  expect([...gameServerSources(text)]).toEqual([
    ['everest', { kind: 'heartbeat', key: KEY }],
    ['harbor', { kind: 'fivem', url: 'http://1.2.3.4:30120' }],
    ['mesa', { kind: 'ragemp', address: 'play.example.org:22005' }],
  ]);
  expect(readConfig({}).gameServers).toMatchObject({ sources: new Map(), intervalMs: 15_000 });
  expect(readConfig({ GAME_SERVERS: text, GAME_SERVERS_INTERVAL_S: '30' }).gameServers).toMatchObject({
    sources: gameServerSources(text),
    intervalMs: 30_000,
  });
});

const SECRET = 'very-secret-key!';
test.each([
  ['everest', /^GAME_SERVERS: entry 1 must look like/],
  [`a=fivem:http://1.2.3.4 ${SECRET}`, /entry 2 must look like/],
  [`heartbeat:${SECRET}=everest`, /entry 1 must look like/],
  [`everest=${SECRET}`, /everest must have one of the sources heartbeat:, fivem:, ragemp:/],
  ['everest=samp:1.2.3.4:7777', /everest must have one of the sources/],
  ['everest=heartbeat:secret', /everest needs a key of 16 to 200/],
  ['everest=heartbeat', /everest needs a key/],
  ['everest=fivem:1.2.3.4:30120', /everest needs the address of the FiveM server/],
  ['everest=fivem:ftp://1.2.3.4', /everest needs the address of the FiveM server/],
  ['everest=fivem:http://', /everest needs the address of the FiveM server/],
  [`everest=fivem:http://me:${SECRET}@1.2.3.4`, /everest needs the address of the FiveM server/],
  ['everest=ragemp:1.2.3.4', /everest needs the address in the RAGE MP list/],
  ['everest=ragemp:http://1.2.3.4:22005', /everest needs the address in the RAGE MP list/],
  ['a=ragemp:a.example:1 a=ragemp:b.example:1', /a is named twice/],
  [`a=heartbeat:${SECRET} b=heartbeat:${SECRET}`, /a and b must not have the same key/],
])('N5 %s is refused in a sentence that tells no key', (text, sentence) => {
  const refuse = () => readConfig({ GAME_SERVERS: text });
  expect(refuse).toThrow(sentence);
  expect(refuse).not.toThrow(SECRET);
});

test('N5 every mistake is named at once, and an interval has its bounds', () => {
  expect(() => gameServerSources('a=x b=y')).toThrow(/a must have one.*\n.*b must have one/);
  for (const text of ['4', '301', '1.5', 'often'])
    expect(() => readConfig({ GAME_SERVERS_INTERVAL_S: text })).toThrow(/^GAME_SERVERS_INTERVAL_S must be/);
});
