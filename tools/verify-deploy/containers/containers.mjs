// Settings of buildah and podman for machines without systemd.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, find, need } from '../shell.mjs';

export function needContainers(...tools) {
  need('apt-get install buildah catatonit mmdebstrap podman runc', 'buildah', 'podman', ...tools);
  const file = join(cache, 'containers.conf');
  // crun, the default, refuses to run under cgroups version 1.
  const runtime = !existsSync('/sys/fs/cgroup/cgroup.controllers') && find('runc') ? 'runtime = "runc"\n' : '';
  // The defaults exceed the limits of an unprivileged root.
  const limits = `[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n`;
  writeFileSync(file, `${limits}[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n${runtime}`);
  process.env.CONTAINERS_CONF = file;
}
