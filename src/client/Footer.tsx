import { useTranslation } from 'react-i18next';
import styles from './Footer.module.css';
import { Logo } from './Logo.tsx';

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.lines} aria-hidden="true" />
      <div className={`wrap ${styles.content}`}>
        <Logo />
        <p className={styles.line}>{t('footer.line')}</p>
        <p className={styles.note}>
          <span>{t('footer.rights', { year: String(new Date().getFullYear()) })}.</span> {t('footer.note')}
        </p>
      </div>
    </footer>
  );
}
