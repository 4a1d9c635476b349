import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RARITIES } from '#/contract/cases.ts';
import { itemImage } from '../images.ts';
import { Roulette, StageBoundary, type RouletteItem, type SpinPhase } from '../stage/index.ts';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { NumberStepper } from '../ui/NumberStepper.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Select } from '../ui/Select.tsx';
import { prizePictures } from './prizePictures.ts';
import styles from './RouletteScene.module.css';

const MIN_ITEMS = 2;
const DELAY_STEP_MS = 100;
const MAX_DELAY_STEPS = 200;
const STEPPER = { decreaseLabel: 'Less', increaseLabel: 'More', kindLabel: 'Number field' };

/** One roulette with everything that the server would decide in the hands of a developer. */
export function RouletteScene() {
  const { t } = useTranslation('cases');
  const [itemCount, setItemCount] = useState(12);
  const [delaySteps, setDelaySteps] = useState(5);
  const [chosenId, setChosenId] = useState('1');
  const [spin, setSpin] = useState<{ id: number; seed: number } | null>(null);
  const [winnerId, setWinnerId] = useState<number | null>(null);
  const [phase, setPhase] = useState<SpinPhase>('initial');
  const answer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(answer.current), []);

  const items = prizePictures.slice(0, itemCount).map((name, at): RouletteItem => {
    const color = RARITIES[at % RARITIES.length] ?? 'simple';
    const { picture } = itemImage(name);
    return {
      id: at + 1,
      name,
      imageUrl: picture.avif,
      fallbackUrl: picture.webp,
      color,
      tickets: Math.floor(1_000_000 / itemCount),
      rarityLabel: t(`rarity.${color}`),
    };
  });
  const chosen = items.find(({ id }) => String(id) === chosenId) ?? items[0];
  const start = () => {
    clearTimeout(answer.current);
    setWinnerId(null);
    setSpin((last) => ({ id: (last?.id ?? 0) + 1, seed: Math.floor(Math.random() * 2 ** 32) }));
    answer.current = setTimeout(() => setWinnerId(chosen?.id ?? null), delaySteps * DELAY_STEP_MS);
  };
  return (
    <div className={styles.scene}>
      <StageBoundary onError={() => setPhase('initial')}>
        <Suspense fallback={<div className={styles.wait} />}>
          <Roulette
            items={items}
            spin={spin}
            winnerId={winnerId}
            onPhase={setPhase}
            label="The reel of the playground"
          />
        </Suspense>
      </StageBoundary>
      <Panel as="div" className={styles.desk}>
        <NumberStepper
          {...STEPPER}
          name="items"
          label="Items"
          value={itemCount}
          onValueChange={(next) => {
            setItemCount(next);
            setSpin(null);
          }}
          min={MIN_ITEMS}
          max={prizePictures.length}
        />
        <NumberStepper
          {...STEPPER}
          name="delay"
          label="Answer after, × 100 ms"
          value={delaySteps}
          onValueChange={setDelaySteps}
          min={0}
          max={MAX_DELAY_STEPS}
        />
        <Select
          name="winner"
          label="Winner"
          value={String(chosen?.id ?? '')}
          onValueChange={setChosenId}
          options={items.map(({ id, name, rarityLabel }) => ({
            value: String(id),
            label: `${name} · ${rarityLabel}`,
          }))}
        />
        <Button icon="play" wide onClick={start}>
          Spin
        </Button>
      </Panel>
      <div className={styles.readings}>
        <Chip icon="reload" label="Phase" value={phase} />
        <Chip icon="gift" label="Answer" value={items.find(({ id }) => id === winnerId)?.name ?? '—'} />
      </div>
    </div>
  );
}
