import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { ButtonLink } from '#/client/ui/inputs/Button.tsx';
import type { IconName } from '#/client/ui/display/Icon.tsx';
import { Picture } from '#/client/ui/display/Picture.tsx';
import { SectionHeading } from '#/client/ui/display/SectionHeading.tsx';
import { Tabs } from '#/client/ui/navigation/Tabs.tsx';
import { propPicture, scenePicture } from '#/client/areas/landing/state/props.ts';
import { revealRow } from '#/client/areas/landing/state/reveal.ts';
import styles from './Roles.module.css';
import { SceneFrame } from './SceneFrame.tsx';

const BOXES = ['a', 'b', 'c'] as const;

interface Topic {
  icon: IconName;
  /** Address of the link. */
  path: string;
  /** Name of the scene, and of the pictures of its boxes. */
  scene: string;
  boxes: Record<(typeof BOXES)[number], string>;
}

const topics = {
  modes: {
    icon: 'car',
    path: paths.start,
    scene: 'roadblock-wide',
    boxes: { a: 'plate-taxi', b: 'duffel', c: 'turbo' },
  },
  fractions: {
    icon: 'badge',
    path: paths.servers,
    scene: 'patrol',
    boxes: { a: 'badge', b: 'medkit', c: 'camera' },
  },
  economy: {
    icon: 'economy',
    path: paths.donate,
    scene: 'docks',
    boxes: { a: 'petrol-pump', b: 'gold', c: 'chips' },
  },
  property: {
    icon: 'keys',
    path: paths.donateTab('Services'),
    scene: 'villa',
    boxes: { a: 'keys-garage', b: 'neon-sign', c: 'safe' },
  },
} satisfies Record<string, Topic>;
type TopicName = keyof typeof topics;
const names = Object.keys(topics) as TopicName[];

/** The roles a player can take in the city, by topic (L9). */
export function Roles() {
  const { t } = useTranslation('landing');
  const [name, setName] = useState<TopicName>('modes');
  return (
    <section id="city" className={styles.section} aria-labelledby="city-title">
      <div className="wrap" ref={revealRow}>
        <SectionHeading id="city-title" kicker={t('roles.kicker')} title={t('roles.title')} />
        <Tabs
          label={t('roles.tabs')}
          tabs={names.map((value) => ({ value, label: t(`roles.${value}.label`), icon: topics[value].icon }))}
          value={name}
          onValueChange={setName}
        >
          <Boxes name={name} />
        </Tabs>
      </div>
    </section>
  );
}

function Boxes({ name }: { name: TopicName }) {
  const { t } = useTranslation('landing');
  const { path, scene, boxes } = topics[name];
  return (
    <div className={styles.boxes}>
      <SceneFrame picture={scenePicture(scene)} className={styles.lead}>
        <h3>{t(`roles.${name}.title`)}</h3>
        <p>{t(`roles.${name}.text`)}</p>
        <ButtonLink to={inLocale(pageConfig.locale, path)} variant="secondary" size="small" icon="arrowRight">
          {t(`roles.${name}.link`)}
        </ButtonLink>
      </SceneFrame>
      <ul className={styles.list}>
        {BOXES.map((box) => (
          <li key={box} className={`cut ${styles.box}`}>
            <div className={styles.small}>
              <Picture files={propPicture(boxes[box])} loading="lazy" decoding="async" />
            </div>
            <div>
              <h4>{t(`roles.${name}.${box}.title`)}</h4>
              <p>{t(`roles.${name}.${box}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
