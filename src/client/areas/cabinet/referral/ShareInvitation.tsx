import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invitationQuery } from '#/client/domain/queries/cabinetQueries.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { shareByDevice } from '#/client/platform/navigation/shareByDevice.ts';
import { saveFile } from '#/client/platform/media/saveFile.ts';
import { Skeleton } from '#/client/ui/feedback/Skeleton.tsx';
import { FormAlert } from '#/client/ui/feedback/FormAlert.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { ShareWays } from '#/client/ui/navigation/ShareWays.tsx';
import styles from './ShareInvitation.module.css';

/** Ways to pass the invitation on: messengers, the system's share sheet, and a picture with the QR code (C7). */
export function ShareInvitation({ code }: { code: string }) {
  const { t } = useTranslation('cabinet');
  const { data, isPending } = useQuery(invitationQuery);
  const { isPending: isDrawing, run } = useOneRequest();
  const [failure, setFailure] = useState<string[]>([]);
  // keeps its place, so that the page below does not move
  if (!data) return isPending ? <Skeleton height="104px" /> : null;
  const { link, QRImage } = data;
  const text = t('referral.shareText', { code });

  /** Draws the picture, and passes it to `use`. */
  const withPicture = (use: (picture: Blob) => Promise<void>) =>
    run(
      async () => {
        setFailure([]);
        const { drawInvitation } = await import('./drawInvitation.ts');
        await use(await drawInvitation({ qrSvg: QRImage, code, line: t('referral.pictureLine') }));
      },
      (error) => setFailure([errorTextOf(error)]),
    );
  const save = () =>
    withPicture(async (picture) =>
      saveFile(`one-rp-${code}.png`, 'image/png', new Uint8Array(await picture.arrayBuffer())),
    );
  const share = () =>
    withPicture(async (picture) => {
      const files = [new File([picture], `one-rp-${code}.png`, { type: 'image/png' })];
      const what = { text, url: link };
      await shareByDevice(navigator.canShare?.({ ...what, files }) ? { ...what, files } : what);
    });
  return (
    <div className={styles.share}>
      <img
        className={styles.qr}
        src={`data:image/svg+xml,${encodeURIComponent(QRImage)}`}
        alt={t('referral.qr')}
        width="104"
        height="104"
      />
      <ShareWays
        url={link}
        text={text}
        shareLabel={t('referral.share')}
        busy={isDrawing}
        onShare={() => void share()}
      >
        <Button variant="secondary" size="small" busy={isDrawing} onClick={() => void save()}>
          {t('referral.savePicture')}
        </Button>
      </ShareWays>
      <FormAlert sentences={failure} />
    </div>
  );
}
