import styles from './Wallet.module.css';

interface WalletProps {
  /** The balance as it is written in the page's language. */
  amount: string;
  /** What the number is, for a reader who does not see the coin. */
  label: string;
  coinUrl: string;
}

/** The balance beside the coin it is counted in. */
export function Wallet({ amount, label, coinUrl }: WalletProps) {
  return (
    <span className={styles.wallet}>
      <img src={coinUrl} alt="" width="26" height="26" />
      <span className="unseen">{label}</span>
      {amount}
    </span>
  );
}
