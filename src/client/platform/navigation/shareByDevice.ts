/** Opens the share sheet of the device. Closing it is no failure. @throws Error if it cannot be opened */
export async function shareByDevice(what: ShareData): Promise<void> {
  await navigator.share(what).catch((error: unknown) => {
    if ((error as Error).name !== 'AbortError') throw error;
  });
}
