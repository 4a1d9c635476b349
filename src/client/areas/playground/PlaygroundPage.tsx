import { Suspense, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { laterPart } from '#/client/platform/hydration/laterPart.tsx';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { Kit } from './kit/Kit.tsx';
import { MailScene } from './scenes/MailScene.tsx';
import styles from './PlaygroundPage.module.css';
import { parseSceneAddress } from './state/sceneAddress.ts';

const [LandingScene] = laterPart(async () => (await import('./scenes/LandingScene.tsx')).LandingScene);
const [RouletteScene] = laterPart(async () => (await import('./scenes/RouletteScene.tsx')).RouletteScene);
const [SeveralScene] = laterPart(async () => (await import('./scenes/SeveralScene.tsx')).SeveralScene);
const [UnlockScene] = laterPart(async () => (await import('./scenes/UnlockScene.tsx')).UnlockScene);

const SCENES = [
  { value: 'kit', label: 'Kit', icon: 'stack' },
  { value: 'roulette', label: 'Roulette', icon: 'play' },
  { value: 'several', label: 'Several', icon: 'gift' },
  { value: 'unlock', label: 'Unlock', icon: 'unlock' },
  { value: 'landing', label: 'Landing', icon: 'car' },
  { value: 'mails', label: 'Mails', icon: 'envelope' },
] as const;
type Scene = (typeof SCENES)[number]['value'];

/** The page for developers: every part of `ui` in every state, every scene, every mail (RT12). */
export function PlaygroundPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const wanted = parseSceneAddress(hash).scene;
  const scene = SCENES.find(({ value }) => value === wanted)?.value ?? 'kit';
  const select = useCallback(
    (value: Scene) => void navigate({ hash: `#${value}` }, { preventScrollReset: true }),
    [navigate],
  );
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <div>
          <p className={`label ${styles.kicker}`}>Playground</p>
          <h1>Night Shift</h1>
        </div>
        <p>
          Sodium street light on wet petrol-black asphalt. Bone paper for anything that is a document.
          Tail-light red only for urgency.
        </p>
      </header>
      <Tabs label="Scenes" value={scene} onValueChange={select} tabs={[...SCENES]}>
        {scene === 'kit' && <Kit />}
        <Suspense fallback={null}>
          {scene === 'roulette' && <RouletteScene />}
          {scene === 'several' && <SeveralScene />}
          {scene === 'unlock' && <UnlockScene />}
          {scene === 'landing' && <LandingScene />}
        </Suspense>
        {scene === 'mails' && <MailScene />}
      </Tabs>
    </div>
  );
}
