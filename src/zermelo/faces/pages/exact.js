// Numbers as the service writes them, of any size: whole numbers, fractions, decimals.

export function exact(value) {
  const text = String(value).replace("−", "-").trim();
  const [top, bottom = "1"] = text.split("/");
  const [whole, part = ""] = plainDigits(top).split(".");
  const scale = 10n ** BigInt(part.length);
  return reduced(BigInt(whole + part), BigInt(bottom) * scale);
}

// 1e-7 as 0.0000001.
function plainDigits(text) {
  return /e/i.test(text) ? Number(text).toFixed(20).replace(/\.?0+$/, "") : text;
}

function reduced(top, bottom) {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b) [a, b] = [b, a % b];
  return a > 1n ? { top: top / a, bottom: bottom / a } : { top, bottom };
}

export function plus(one, two) {
  return reduced(one.top * two.bottom + two.top * one.bottom, one.bottom * two.bottom);
}

export function minus(one, two) {
  return plus(one, { top: -two.top, bottom: two.bottom });
}

export function sign({ top }) {
  return top > 0n ? 1 : top < 0n ? -1 : 0;
}

export function near({ top, bottom }) {
  return Number(top) / Number(bottom);
}

export function words({ top, bottom }) {
  const text = bottom === 1n ? `${top}` : `${top}/${bottom}`;
  return text.replace("-", "−");
}

// +5, −5, 0.
export function signed(value) {
  const number = exact(value);
  return (number.top > 0n ? "+" : "") + words(number);
}

// A number, or everyone's totals, for reading.
export function shown(value) {
  if (Array.isArray(value)) return value.map(shown).join(" – ");
  return value === null || value === undefined ? "" : String(value).replace("-", "−");
}
