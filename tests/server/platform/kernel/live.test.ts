import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { LIVE_BEAT_MS } from '#/contract/live.ts';
import { createLive } from '#/server/platform/kernel/live.ts';

/** A response that keeps what is written to it. */
class Page extends EventEmitter {
  readonly texts: string[] = [];
  readonly writableLength = 0;
  write(text: string): void {
    this.texts.push(text);
  }
  end(): void {}
}

const PAGES = 1000;

function hubOf(pages: readonly Page[]) {
  const live = createLive({ inAll: PAGES, perAddress: PAGES });
  for (const page of pages)
    live.add(page as unknown as ServerResponse, { address: '192.0.2.1', locale: 'ru', sessionId: null });
  return live;
}

test('N16 requests are served while a thousand pages are written to, and each page reads in order', async () => {
  const pages = Array.from({ length: PAGES }, () => new Page());
  const live = hubOf(pages);
  live.publish('closed', () => ['openings']);
  live.publish(
    'closed',
    () => ['shop'],
    () => [],
  );
  const read = () => pages.filter(({ texts }) => texts.length > 0).length;
  // what other work would find at its first chance
  await setImmediate();
  expect(read()).toBeGreaterThan(0);
  expect(read()).toBeLessThan(PAGES / 2);
  const [gone] = pages.splice(-1);
  gone!.emit('close');
  for (let turn = 0; turn < PAGES; turn++) await setImmediate();
  const texts = ['openings', 'shop'].map((part) => `event: closed\ndata: ["${part}"]\n\n`);
  const expected = [texts[0], `${texts[1]}event: closed\ndata: []\n\n`];
  expect(pages.filter((page) => page.texts.join('') !== expected.join(''))).toEqual([]);
  expect(pages[0]!.texts).toHaveLength(2);
  expect(gone!.texts).toEqual([]);
  live.close();
});

test('L7 every page is told at each beat that its stream is alive, until it is gone', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [stays, goes] = [new Page(), new Page()];
  const live = hubOf([stays, goes]);
  vi.advanceTimersByTime(LIVE_BEAT_MS);
  goes.emit('close');
  vi.advanceTimersByTime(LIVE_BEAT_MS);
  const beat = 'event: beat\ndata: {}\n\n';
  expect([stays.texts, goes.texts]).toEqual([[beat, beat], [beat]]);
  live.close();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
