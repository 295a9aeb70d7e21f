// Sets up buildah and podman for machines without systemd.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, find, LeftOut, need } from '../shell.mjs';

const HELPERS = ['/usr/lib/podman', '/usr/libexec/podman', '/usr/local/lib/podman'];
const isHelper = (name) => HELPERS.some((folder) => existsSync(join(folder, name)));

export function needContainers(...tools) {
  need('apt-get install buildah catatonit mmdebstrap podman runc', 'buildah', 'podman', ...tools);
  const file = join(cache, 'containers.conf');
  // crun, the default, refuses to run under cgroups version 1.
  const runtime = !existsSync('/sys/fs/cgroup/cgroup.controllers') && find('runc') ? 'runtime = "runc"\n' : '';
  // The defaults exceed the limits of an unprivileged root.
  const limits = `[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n`;
  // Podman would keep the network plugins of its first start, which know no names.
  const network = isHelper('netavark') ? '[network]\nnetwork_backend = "netavark"\n' : '';
  writeFileSync(file, `${limits}${network}[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n${runtime}`);
  process.env.CONTAINERS_CONF = file;
}

/** Requires the tools by which containers find each other by name. */
export function needNames() {
  if (!isHelper('netavark') || !isHelper('aardvark-dns') || !find('iptables'))
    throw new LeftOut('podman has no names of containers: apt-get install aardvark-dns iptables netavark');
}
