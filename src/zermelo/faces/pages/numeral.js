// Numbers as people write them, exact.

export function number(text) {
  const plain = text.replace("−", "-").replace(/^\+/, "").replaceAll("_", "");
  if (/^-?\d+$/.test(plain)) return whole(plain);
  if (/^-?\d+\/\d+$/.test(plain)) return plain;
  if (/^-?\d*\.\d+$/.test(plain)) return fraction(plain);
  if (/^(true|false)$/i.test(plain)) return plain.toLowerCase() === "true";
  throw mistake(`“${text}” is no number.`, "Write numbers such as 5, −3, 1/3 or 0.5");
}

function whole(text) {
  const near = Number(text);
  return Number.isSafeInteger(near) ? near : BigInt(text);
}

// 0.25 is 25/100: decimals are exact, too.
function fraction(text) {
  const [before, after] = text.split(".");
  return `${BigInt(before.replace("-", "") + after) * (before.startsWith("-") ? -1n : 1n)}/${10n ** BigInt(after.length)}`;
}

export function mistake(message, fix) {
  return Object.assign(new Error(message), { fix });
}
