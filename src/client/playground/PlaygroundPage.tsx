import { Tabs } from '../ui/Tabs.tsx';
import { useHashTab } from '../useHashTab.ts';
import { Kit } from './Kit.tsx';
import { MailScene } from './MailScene.tsx';
import styles from './PlaygroundPage.module.css';
import { RouletteScene } from './RouletteScene.tsx';

const SCENES = ['kit', 'roulette', 'mails'] as const;

/** For developers: every part of the kit in every state, every scene to play with, every mail (RT12). */
export function PlaygroundPage() {
  const [scene, select] = useHashTab(SCENES);
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
      <Tabs
        label="Scenes"
        value={scene}
        onValueChange={select}
        tabs={[
          { value: 'kit', label: 'Kit', icon: 'stack' },
          { value: 'roulette', label: 'Roulette', icon: 'case' },
          { value: 'mails', label: 'Mails', icon: 'envelope' },
        ]}
      >
        {scene === 'kit' && <Kit />}
        {scene === 'roulette' && <RouletteScene />}
        {scene === 'mails' && <MailScene />}
      </Tabs>
    </div>
  );
}
