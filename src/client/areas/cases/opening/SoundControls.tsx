import { useTranslation } from 'react-i18next';
import { useLater } from '#/client/platform/hydration/useLater.ts';
import { play, unlockSound, useSound } from '#/client/platform/media/sound.ts';
import { Icon } from '#/client/ui/display/Icon.tsx';
import styles from './SoundControls.module.css';

/** Loaded after the button that opens the case, so that the button does not wait for it. */
const loadSlider = () => import('#/client/ui/inputs/Slider.tsx');

/** The lowest volume; the switch turns sound off. */
const QUIETEST = 0.05;

/** Switches sound on and off and sets its volume. The browser stores both (R3). */
export function SoundControls() {
  const { t, i18n } = useTranslation('cases');
  const { muted, volume, setMuted, setVolume } = useSound();
  const later = useLater(loadSlider);
  const sample = () => {
    unlockSound();
    play('toggle');
  };
  return (
    <div className={`cut ${styles.sound}`}>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={!muted}
        onClick={() => {
          setMuted(!muted);
          sample();
        }}
      >
        <Icon name={muted ? 'soundOff' : 'soundOn'} />
        <span className="label">{t('case.sound')}</span>
        {/* the pressed state says it to screen readers */}
        <b aria-hidden>{muted ? t('case.soundOff') : t('case.soundOn')}</b>
      </button>
      {later ? (
        <later.Slider
          label={t('case.volume')}
          value={Math.max(QUIETEST, volume)}
          min={QUIETEST}
          locale={i18n.language}
          dim={muted}
          onValueChange={(next) => {
            setVolume(next);
            // plays a sound, because a player who sets the volume wants to hear it
            setMuted(false);
          }}
          onValueCommitted={sample}
        />
      ) : (
        <span />
      )}
    </div>
  );
}
