// Which code points hold the classes of a regular expression: the classes as JSON in, ranges as JSON out.
const members = {};
for (const asked of JSON.parse(process.argv[2])) {
  const ignoring = /^\(\?i:(.)\)$/.exec(asked);
  const expression = ignoring ? new RegExp(`^${ignoring[1]}$`, "iu") : new RegExp(`^${asked}$`, "u");
  const ranges = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    if ((point >= 0xd800 && point < 0xe000) || !expression.test(String.fromCodePoint(point))) continue;
    if (ranges.length && ranges[ranges.length - 1][1] === point - 1) ranges[ranges.length - 1][1] = point;
    else ranges.push([point, point]);
  }
  members[asked] = ranges;
}
const { node, unicode } = process.versions;
console.log(JSON.stringify({ version: `Node.js ${node}`, unicode, members }));
