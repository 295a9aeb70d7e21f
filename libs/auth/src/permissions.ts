/** Resource paths to read and to write: `sale/order`, `sale/*` or `*`. */
export interface Permission {
  access: string[];
  modify: string[];
  view_cost?: boolean;
  /** Absent means all channel groups. */
  channel_groups?: number[];
}

export function mayUse(permission: Permission, path: string, kind: 'read' | 'write'): boolean {
  const granted = kind === 'read' ? permission.access : permission.modify;
  return granted.some(
    (pattern) =>
      pattern === '*' || pattern === path || (pattern.endsWith('/*') && path.startsWith(pattern.slice(0, -1))),
  );
}

/** Returns the rights in `wanted` that `held` lacks, as words: `modify sale/*`. */
export function rightsBeyond(held: Permission, wanted: Permission): string[] {
  const beyond = (kind: 'access' | 'modify') =>
    wanted[kind]
      .filter((path) => !mayUse(held, path, kind === 'access' ? 'read' : 'write'))
      .map((path) => `${kind} ${path}`);
  const isCostBeyond = Boolean(wanted.view_cost) && !held.view_cost;
  return [
    ...beyond('access'),
    ...beyond('modify'),
    ...(isCostBeyond ? ['view_cost'] : []),
    ...groupsBeyond(held, wanted),
  ];
}

function groupsBeyond({ channel_groups: held }: Permission, { channel_groups: wanted }: Permission): string[] {
  if (!held) return [];
  if (!wanted) return ['all channel groups'];
  return wanted.filter((id) => !held.includes(id)).map((id) => `channel group ${id}`);
}
