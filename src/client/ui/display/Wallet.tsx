import styles from './Wallet.module.css';

interface WalletProps {
  /** The formatted balance. */
  amount: string;
  /** Names the number for screen readers. */
  label: string;
  coinUrl: string;
}

/** The balance beside the picture of a coin. */
export function Wallet({ amount, label, coinUrl }: WalletProps) {
  return (
    <span className={styles.wallet}>
      <img src={coinUrl} alt="" width="26" height="26" />
      <span className="unseen">{label}</span>
      {amount}
    </span>
  );
}
