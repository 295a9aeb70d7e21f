import type { ContractOutline } from '@stockbook/contracts';

export function contractAdditions(before: ContractOutline, after: ContractOutline): string[];
export function withContract(changelog: string, version: string, lines: readonly string[]): string;
