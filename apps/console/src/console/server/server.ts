/** The address of everything that the server serves. A proxy may have put a path of its own before it. */
export const SERVER = new URL(location.href.replace(/\/console(\/.*)?([?#].*)?$/, '/')).href;

/** The path of this page, to which all of its addresses are relative. */
export const CONSOLE = `${new URL(SERVER).pathname}console`;

/** Returns where a stored picture lies; others have a whole address already. */
export const pictureAddress = (image: string): string => new URL(image.replace(/^\/+/, ''), SERVER).href;
