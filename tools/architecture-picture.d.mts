export function architecturePicture(): string;
export function floorsOf(imports: Readonly<Record<string, readonly string[]>>): Record<string, number>;
