// Renders manifests by `helm template`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { goTool } from './go-tools.mjs';
import { root, run } from '../shell.mjs';

export const CHART = 'deploy/chart/stockbook';
export const RELEASE = 'shop';
export const KUBE_VERSION = '1.36.3';

export const EXTERNAL = ['--values', `${CHART}/examples/external.yaml`];
export const MINIMAL = ['--values', `${CHART}/examples/minimal.yaml`];
export const EVERYTHING = ['--values', `${CHART}/examples/everything.yaml`];

export const examples = () => readdirSync(join(root, CHART, 'examples')).map((file) => `${CHART}/examples/${file}`);

export async function render(options, chart = CHART) {
  return run(await goTool('helm'), ['template', RELEASE, chart, '--kube-version', KUBE_VERSION, ...options]);
}

export async function objects(options, chart = CHART) {
  return parseAllDocuments(await render(options, chart)).flatMap((document) => document.toJS() ?? []);
}

export const ofKind = async (kind, options) => (await objects(options)).filter((object) => object.kind === kind);
export const isNamed = ({ name }, component) => name.endsWith(`-${component}`);
