import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { endWithUs } from './ending/end-with-us.js';
import { OWN_RELEASE } from './own-release.js';
import type { Host, Program } from './run-process.js';

/** A release has the built pages instead. */
const BUILD = join(OWN_RELEASE, 'tools/console/build.mjs');

/**
 * Builds the web pages beside a program that is ready, unless they are up to date. The start does not wait for the
 * build, and a request may take the processor from it.
 */
export const withWebPages =
  (start: (host: Host) => Promise<Program>) =>
  async (host: Host): Promise<Program> => {
    const program = await start(host);
    if (!existsSync(BUILD)) return program;
    const build = spawn(process.execPath, [BUILD], { stdio: 'ignore', windowsHide: true });
    endWithUs(build);
    if (build.pid) setPriority(build.pid, constants.priority.PRIORITY_LOW);
    build.once('error', () => undefined);
    build.once('exit', (code) => {
      if (code) host.report('The web pages cannot be built: npm run build:console says why.');
    });
    const stop = async () => {
      build.kill();
      await program.stop();
    };
    return { ...program, stop };
  };
