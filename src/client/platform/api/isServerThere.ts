/** Whether the server answers with this page. If it does not, a reload would show the error page of the browser. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
