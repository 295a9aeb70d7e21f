/** The rights of a user group: resource paths to read and to write, as `sale/order`, `sale/*` or `*`. */
export interface Permission {
  access: string[];
  modify: string[];
  view_cost?: boolean;
  /** The channel groups the group is limited to; absent means all. */
  channel_groups?: number[];
}

/** Whether the permission covers reading (`access`) or writing (`modify`) the resource at the path. */
export function mayUse(permission: Permission, path: string, kind: 'read' | 'write'): boolean {
  const granted = kind === 'read' ? permission.access : permission.modify;
  return granted.some(
    (pattern) =>
      pattern === '*' || pattern === path || (pattern.endsWith('/*') && path.startsWith(pattern.slice(0, -1))),
  );
}
