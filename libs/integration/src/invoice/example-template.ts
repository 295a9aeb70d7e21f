export const INVOICE_TEMPLATE = `<!doctype html>
<html>
<head><meta charset="utf-8"><title>{{invoice.number}}</title></head>
<body>
<table>
<tr>
<td><h1>{{company.name}}</h1><p>{{company.address}}<br>{{company.telephone}} {{company.email}}</p></td>
<td align="right">
<h2>{{#is_order}}Invoice{{/is_order}}{{#is_credit_note}}Credit note{{/is_credit_note}} {{invoice.number}}</h2>
<p>{{invoice.date}}{{#company.tax_no}}<br>Tax number {{company.tax_no}}{{/company.tax_no}}</p></td>
</tr>
</table>
<p>{{document.company}} {{document.name}}<br>{{document.address_1}} {{document.address_2}}<br>
{{document.postcode}} {{document.city}} {{document.country}}</p>
<table>
<thead>
<tr><th style="width: auto">#</th><th>Item</th><th style="width: auto" align="right">Quantity</th>
<th style="width: auto" align="right">Price</th><th style="width: auto" align="right">Total</th></tr>
</thead>
<tbody>
{{#lines}}
<tr><td>{{position}}</td><td>{{name}} <small>{{model}}</small></td><td align="right">{{quantity}}</td>
<td align="right">{{price}}</td><td align="right">{{total}}</td></tr>
{{/lines}}
</tbody>
</table>
<table>
<tr><td align="right">Goods</td><td style="width: auto" align="right">{{subtotal}}</td></tr>
{{#totals}}<tr><td align="right">{{name}}</td><td align="right">{{price}}</td></tr>{{/totals}}
{{#taxes}}<tr><td align="right">{{name}}{{#is_included}} (included){{/is_included}}</td>
<td align="right">{{amount}}</td></tr>{{/taxes}}
<tr><td align="right"><b>Total</b></td><td align="right"><b>{{currency}} {{total}}</b></td></tr>
</table>
</body>
</html>
`;
