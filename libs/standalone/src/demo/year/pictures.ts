import type { Shape } from './catalogue.js';

const SIDE = 400;

const WHEEL = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#2b2b30" stroke-width="9"/>
    <circle cx="${x}" cy="${y}" r="5" fill="#2b2b30"/>`;
const FRAME = 'M112 268 170 158 260 158 290 268M170 158 200 268 260 158M112 268H200';

/** Each shape is drawn on a square of 400; `C` is the colour of the item and `D` a darker one. */
const SHAPES: Readonly<Record<Shape, string>> = {
  bike: `
    ${WHEEL(112, 268, 66)}
    ${WHEEL(290, 268, 66)}
    <path d="${FRAME}" fill="none" stroke="C" stroke-width="11"/>
    <path d="M260 158 250 126H284M148 144H188" fill="none" stroke="D" stroke-width="11"/>`,
  frame: `
    <path d="${FRAME}" fill="none" stroke="C" stroke-width="14"/>
    <path d="M260 158 252 126M170 158 164 132" stroke="D" stroke-width="14"/>
    <circle cx="200" cy="268" r="14" fill="D"/>`,
  wheel: `
    <circle cx="200" cy="200" r="128" fill="none" stroke="C" stroke-width="16"/>
    <path d="M200 72V328M72 200H328M110 110 290 290M290 110 110 290" stroke="D" stroke-width="2.5"/>
    <circle cx="200" cy="200" r="20" fill="D"/>`,
  tyre: `
    <circle cx="200" cy="200" r="116" fill="none" stroke="C" stroke-width="40"/>
    <circle cx="200" cy="200" r="136" fill="none" stroke="D" stroke-width="8" stroke-dasharray="12 9"/>`,
  cog: `
    <circle cx="200" cy="200" r="96" fill="none" stroke="C" stroke-width="30"/>
    <circle cx="200" cy="200" r="118" fill="none" stroke="C" stroke-width="22" stroke-dasharray="20 17"/>
    <circle cx="200" cy="200" r="46" fill="none" stroke="D" stroke-width="14"/>`,
  saddle: `
    <path d="M80 168q60-40 150-14l94 22q16 26-20 26-72-6-110 26t-86 14q-52-26-28-74z" fill="C"/>
    <path d="M150 236 190 290H270L246 214" fill="none" stroke="D" stroke-width="9"/>`,
  light: `
    <rect x="150" y="130" width="130" height="96" rx="26" fill="C"/>
    <circle cx="152" cy="178" r="42" fill="D"/>
    <circle cx="152" cy="178" r="28" fill="#fff3c4"/>
    <path d="M96 178H44M108 128 70 90M108 228 70 266" stroke="#e8c45a" stroke-width="9"/>`,
  lock: `
    <path d="M140 196v-46q0-62 60-62t60 62v46" fill="none" stroke="D" stroke-width="22"/>
    <rect x="112" y="190" width="176" height="124" rx="20" fill="C"/>
    <circle cx="200" cy="242" r="16" fill="D"/>
    <path d="M200 242v38" stroke="D" stroke-width="13"/>`,
  tool: `
    <path d="M116 300 246 170" stroke="C" stroke-width="34"/>
    <path d="M238 98q52-22 84 20l-42 12-8 30 30 20 34-24q-6 56-66 58-58-8-60-62 2-38 28-54z" fill="D"/>`,
  bottle: `
    <rect x="170" y="68" width="60" height="42" rx="10" fill="D"/>
    <path d="M146 132q0-24 54-24t54 24v70l-10 22 10 22v68q0 22-22 22h-64q-22 0-22-22v-68l10-22-10-22z" fill="C"/>
    <path d="M156 152v46" stroke="#fff" stroke-opacity=".5" stroke-width="9"/>`,
  jersey: `
    <path d="M146 92 86 130l24 66 30-14v138h120V182l30 14 24-66-60-38q-54 42-108 0z" fill="C"/>
    <path d="M200 116v110" stroke="D" stroke-width="7"/>`,
  jacket: `
    <path d="M146 88 80 132l18 130 40-8v66h124v-66l40 8 18-130-66-44q-54 40-108 0z" fill="C"/>
    <path d="M200 112v208M140 180l24 20M260 180l-24 20" stroke="D" stroke-width="8"/>
    <path d="M146 88q54 40 108 0l-12-20h-84z" fill="D"/>`,
  shorts: `<path d="M112 112h176l22 176h-86l-24-96-24 96H90z" fill="C"/><path d="M112 112h176l4 30H108z" fill="D"/>`,
  glove: `
    <path d="M134 310V204l-38-52q4-28 30-16l26 30V98q20-18 30 0v60l4-76q18-14 28 0l2 76 12-66q18-12 26 4l-6 72
    18-42q20-6 22 12l-26 96v76z" fill="C"/>
    <path d="M134 282h128v30H134z" fill="D"/>`,
  sock: `
    <path d="M150 80h88v150q0 26 34 46 30 36-10 46h-76q-62-12-56-62z" fill="C"/>
    <path d="M150 80h88v38h-88zM218 282q30-6 44 20l-10 20h-50z" fill="D"/>`,
  shoe: `
    <path d="M80 244q6-82 60-84l34 34 66 24q72 8 82 46v20H80z" fill="C"/>
    <path d="M78 276h246v26H78z" fill="D"/>
    <path d="M178 206l-20 22M204 216l-20 22M230 226l-18 20" stroke="#fff" stroke-width="7"/>`,
  helmet: `
    <path d="M84 248q-6-132 118-132 116 4 116 118l-20 22q-110-34-214-8z" fill="C"/>
    <path d="M150 236q4-74 46-104M230 240q8-66-14-108" fill="none" stroke="D" stroke-width="15"/>
    <path d="M112 250q30 60 88 64" fill="none" stroke="D" stroke-width="8"/>`,
  tent: `
    <path d="M200 98 340 296H60z" fill="C"/>
    <path d="M200 98 244 296H156z" fill="D"/>
    <path d="M40 296H360" stroke="#8c8a7c" stroke-width="7"/>`,
  mat: `
    <rect x="70" y="150" width="220" height="120" rx="60" fill="C"/>
    <circle cx="280" cy="210" r="60" fill="D"/>
    <path d="M280 210m-34 0a34 34 0 1 0 34-34q-18 0-18 18" fill="none" stroke="#fff" stroke-opacity=".6"
    stroke-width="8"/>
    <path d="M130 150v120M200 150v120" stroke="D" stroke-width="10"/>`,
  bag: `
    <path d="M150 122q0-52 50-52t50 52" fill="none" stroke="D" stroke-width="15"/>
    <rect x="106" y="118" width="188" height="202" rx="44" fill="C"/>
    <rect x="136" y="214" width="128" height="84" rx="16" fill="D"/>
    <path d="M120 176H280" stroke="D" stroke-width="8"/>`,
  pot: `
    <path d="M96 160h208v104q0 42-42 42H138q-42 0-42-42z" fill="C"/>
    <path d="M84 160H316" stroke="D" stroke-width="15"/>
    <path d="M304 196h44M180 118q-14-18 0-34M220 118q-14-18 0-34" fill="none" stroke="D" stroke-width="11"/>`,
};

/** Returns the picture of a shape in a colour as SVG. */
export function drawn(shape: Shape, colour: string): string {
  const paths = SHAPES[shape].replaceAll('"C"', `"${colour}"`).replaceAll('"D"', `"${darker(colour)}"`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 400 400">
<defs><radialGradient id="g" cy=".4"><stop stop-color="#fdfcfa"/><stop offset="1" stop-color="#e9e4db"/>
</radialGradient></defs>
<rect width="400" height="400" fill="url(#g)"/><ellipse cx="200" cy="340" rx="130" ry="13" fill="#000" opacity=".08"/>
<g stroke-linecap="round" stroke-linejoin="round">${paths}</g></svg>`;
}

/** Returns the picture as a WebP of a few kilobytes. */
export async function picture(shape: Shape, colour: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp(Buffer.from(drawn(shape, colour)))
    .webp({ quality: 82 })
    .toBuffer();
}

const darker = (colour: string): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(parseInt(colour.slice(at, at + 2), 16) * 0.68)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
