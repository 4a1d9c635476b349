import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as z from 'zod/mini';
import { useRange } from '#/operator/figures/useRange.ts';
import { useListFilters, useListPosition } from '#/operator/lists/useListFilters.ts';
import { answerCalls, showPages } from '../../support/operator/operatorPage.tsx';

/** Two buttons, each of which changes another part of the address. */
function Changes({ first, second }: { first: () => void; second: () => void }): ReactNode {
  return (
    <>
      <button onClick={first}>first</button>
      <button onClick={second}>second</button>
    </>
  );
}

function ListChanges(): ReactNode {
  const { show } = useListFilters(
    z.object({ login: z.optional(z.string()), server: z.optional(z.string()) }),
  );
  return <Changes first={() => show({ login: 'marlo' })} second={() => show({ server: 'everest' })} />;
}

function RangeChanges(): ReactNode {
  const { chooseDays, chooseServer } = useRange();
  return (
    <Changes
      first={() => chooseDays({ from: '2026-01-02', to: '2026-01-09' })}
      second={() => chooseServer('everest')}
    />
  );
}

function PositionChanges(): ReactNode {
  const { chooseDays } = useRange();
  const { show } = useListPosition();
  return (
    <Changes
      first={() => chooseDays({ from: '2026-01-02', to: '2026-01-09' })}
      second={() => show({ before: '7' })}
    />
  );
}

test.each([
  ['filters of a list', <ListChanges key="list" />, '?login=marlo&server=everest'],
  ['days and position', <PositionChanges key="position" />, '?from=2026-01-02&to=2026-01-09&before=7'],
  [
    'days and server of figures',
    <RangeChanges key="range" />,
    '?from=2026-01-02&to=2026-01-09&server=everest',
  ],
])('O30 %s: a change that comes right after another one keeps it', async (_, changes, search) => {
  answerCalls({});
  const { router } = showPages({ '/': changes }, '/');
  const press = (name: string) => (page.getByRole('button', { name }).element() as HTMLButtonElement).click();
  await expect.element(page.getByRole('button', { name: 'second' })).toBeVisible();
  // before the browser does anything else
  const stop = router.subscribe(() => {
    stop();
    press('second');
  });
  press('first');
  await expect.poll(() => router.state.location.search).toBe(search);
});
