import type { CodePicture } from './codes.js';

/** Three dots of a label printer of 203 dpi. */
const MODULE_MM = 0.375;

/** A code as shapes, which every printer draws sharp. */
export function CodeImage({ picture, label }: { readonly picture: CodePicture; readonly label: string }) {
  const { width, height, bars, isSquare } = picture;
  return (
    <svg
      className={isSquare ? 'code-square' : 'code-bars'}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isSquare ? 'xMidYMid' : 'none'}
      style={isSquare ? undefined : { width: `min(100%, ${width * MODULE_MM}mm)` }}
    >
      <path d={bars.map(([x, y, length]) => `M${x} ${y}h${length}v1h-${length}z`).join('')} fill="#000" />
    </svg>
  );
}
