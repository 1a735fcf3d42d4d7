// Which names the build may shorten: those of properties that the widget's own interfaces declare, and that mean nothing else
// anywhere in it. Found by the types, so that no name of a payload, of an event, of the browser or of a library is among them.
import { join } from "node:path";
import ts from "typescript";

/** What others read or write, too: the service, the page, the browser's storage, other releases. */
const SHARED = ["init_options.ts", "first/memory.ts", "first/payload.ts", "first/telling/events.ts"];
/** These files are loaded by others, which know what they export by its name. */
const LOADED = ["extras.ts", "page_copy.ts", "rest.ts", "touch.ts"];
/** Its object is the only one that is a declaration by itself. */
const LENT = "first/lending.ts";

/** The names, in order. `folder` is that of the sources, `entries` are what is built of them. */
export function mangledNames(/** @type {string} */ folder, /** @type {readonly string[]} */ entries) {
  const paths = [...entries, ...LOADED].map((name) => join(folder, name));
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(folder, "../tsconfig.json"), ts.sys.readFile).config, ts.sys, join(folder, ".."));
  const program = ts.createProgram(paths, options);
  const checker = program.getTypeChecker();
  const place = (/** @type {ts.Node} */ node) => node.getSourceFile().fileName.replaceAll("\\", "/").split(`${folder.replaceAll("\\", "/").replace(/\/$/, "")}/`)[1];
  const own = new Set();
  const kept = new Set();

  const isOwn = (/** @type {ts.Declaration} */ declaration) => {
    const file = place(declaration);
    // What is not exported describes something of the browser or of an answer.
    const isDeclared = (ts.isPropertySignature(declaration) || ts.isMethodSignature(declaration)) && ts.isInterfaceDeclaration(declaration.parent) &&
      !!declaration.parent.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return !!file && !SHARED.includes(file) && (isDeclared || file === LENT);
  };
  const use = (/** @type {string} */ name, /** @type {ts.Symbol | undefined} */ symbol) => {
    const declarations = symbol?.declarations ?? [];
    (declarations.length > 0 && declarations.every(isOwn) ? own : kept).add(name);
  };
  const propertyOf = (/** @type {ts.Type | undefined} */ type, /** @type {string} */ name) => {
    const types = type?.isUnion() ? type.types : type ? [type] : [];
    return types.map((one) => checker.getPropertyOfType(one, name)).find(Boolean);
  };

  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isPropertyAccessExpression(node)) use(node.name.text, checker.getSymbolAtLocation(node.name));
    else if (ts.isElementAccessExpression(node)) {
      // Which property it is shows only when it runs, unless it is a place in a list.
      const isPlace = checker.getTypeAtLocation(node.argumentExpression).flags & ts.TypeFlags.NumberLike;
      if (!isPlace) for (const { name } of checker.getNonNullableType(checker.getTypeAtLocation(node.expression)).getProperties()) kept.add(name);
    } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name) && !node.dotDotDotToken) use(name.text, propertyOf(checker.getTypeAtLocation(node.parent), name.text));
    } else if (ts.isObjectLiteralElementLike(node) && node.name && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) {
      const literal = /** @type {ts.ObjectLiteralExpression} */ (node.parent);
      const name = node.name.text;
      const target = ts.isBinaryExpression(literal.parent) && literal.parent.left === literal ? checker.getTypeAtLocation(literal.parent.right) : checker.getContextualType(literal);
      if (place(literal) !== LENT) use(name, propertyOf(target, name));
    } else if ((ts.isPropertySignature(node) || ts.isMethodSignature(node)) && !isOwn(node)) kept.add(node.name.getText());
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword && ts.isStringLiteral(node.left)) kept.add(node.left.text);
    ts.forEachChild(node, visit);
  };

  for (const file of program.getSourceFiles()) {
    if (!place(file)) continue;
    if (!place(file)?.startsWith("page_copy")) visit(file);
    const symbol = LOADED.includes(place(file) ?? "") ? checker.getSymbolAtLocation(file) : undefined;
    for (const { name } of symbol ? checker.getExportsOfModule(symbol) : []) kept.add(name);
  }
  return [...own].filter((name) => !kept.has(name)).sort();
}
